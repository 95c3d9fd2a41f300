const { bundle } = require('./bundle.cjs');

const TOOLS = ['sandbox', 'scripts', 'bench', 'runtime'];
/** At other times they would only do the same again. */
const WITHOUT_A_CLOCK = ['credentials', 'items', 'knowledge', 'package', 'utils', 'webhookSignature'];

const left = process.env.TEST_CLOCK ? [...TOOLS, ...WITHOUT_A_CLOCK] : TOOLS;

bundle('unit', (file) => !left.some((folder) => file.startsWith(`${folder}/`)));
