const { bundle } = require('./bundle.cjs');

const TOOLS = ['sandbox', 'scripts', 'runtime'];

bundle('unit', (file) => TOOLS.some((folder) => file.startsWith(`${folder}/`)));
