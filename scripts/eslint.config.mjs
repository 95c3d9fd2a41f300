export { default } from '../runtime/eslint.config.mjs';
