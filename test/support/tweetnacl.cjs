/** tweetnacl, loaded by Node and not by jest, in whose context each use of `Math` is slow: a signature took 60 ms in place of 5. */
module.exports = require('node:vm').runInThisContext('process').getBuiltinModule('node:module').createRequire(__filename)('tweetnacl');
