// The rules for all JavaScript of the project; tests/javascript/README.md says how to run them.

import {createRequire} from "node:module";

const require = createRequire(new URL("../../.venv/javascript/package.json", import.meta.url));
const js = require("@eslint/js"), globals = require("globals");

const RULES = {
  "complexity": ["error", 12],
  "eqeqeq": "error",
  "max-len": ["error", {code: 100}],
  "max-lines": ["error", 470],
  "max-params": ["error", 8],
  "no-nested-ternary": "error",
  "no-unused-vars": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
};

export default [
  js.configs.recommended,
  {rules: RULES, linterOptions: {reportUnusedDisableDirectives: "error"}},
  {files: ["stategraph/**/*.js"], languageOptions: {globals: globals.browser}},
  {files: ["stategraph/report/*.js"], languageOptions: {sourceType: "script"}},
  {files: ["tests/**/*.js"], languageOptions: {globals: globals.node}},
];
