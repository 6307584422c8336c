"""Expand a puzzle into its state graph, whole, and ask it everything."""
