/** `npx gulp build`: from clean to a checked tarball. scripts/build.ts does the work. */
require('tsx/cjs');
const { compile, packPackage, checkPacked, noteBuilt } = require('./scripts/build.ts');
const { series } = require('gulp');

exports.build = series(compile, packPackage, checkPacked, noteBuilt);
exports.default = exports.build;
