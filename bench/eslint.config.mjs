export { default } from '../scripts/eslint.config.mjs';
