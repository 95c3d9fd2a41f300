const TOOLS = ['sandbox', 'scripts', 'bench', 'runtime'];
const { bundle } = require('./bundle.cjs');

bundle('unit', (file) => !TOOLS.some((folder) => file.startsWith(`${folder}/`)));
