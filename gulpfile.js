/** `npx gulp build`: from clean to a checked tarball. scripts/build.ts does the work. */
require('tsx/cjs');
const { compile, packPackage, noteBuilt } = require('./scripts/build.ts');
const { checkPackedPackage } = require('./scripts/checks/packedPackage.ts');
const { series } = require('gulp');

exports.build = series(compile, packPackage, () => checkPackedPackage(), noteBuilt);
exports.default = exports.build;
