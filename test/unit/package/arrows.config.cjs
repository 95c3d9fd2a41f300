/**
 * Who may import whom in nodes/ (dependency-cruiser). A folder with a capital is a node; the others are
 * rooms that nodes build on. Types count as imports.
 */
const ROOMS = {
	platformApi: ['booking', 'http', 'n8n', 'time'],
	knowledgeApi: ['http', 'n8n'],
	fields: ['booking', 'items', 'platformApi'],
	items: ['http', 'n8n', 'time'],
	booking: ['time'],
	bookingPage: ['booking', 'time'],
	webhookSignature: [],
	http: [],
	time: [],
	n8n: [],
};

module.exports = {
	forbidden: [
		{ name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'no node imports another',
			severity: 'error',
			from: { path: '^nodes/([A-Z][^/]+)/' },
			to: { path: '^nodes/[A-Z]', pathNot: '^nodes/$1/' },
		},
		{
			name: 'nothing imports a node',
			severity: 'error',
			from: { path: '^(nodes/[a-z]|credentials/)' },
			to: { path: '^nodes/[A-Z]' },
		},
		...Object.entries(ROOMS).map(([room, allowed]) => ({
			name: `${room} imports only ${[...allowed, 'its own'].join(', ')}`,
			severity: 'error',
			from: { path: `^nodes/${room}/` },
			to: { path: '^(nodes|credentials)/', pathNot: `^nodes/(${[room, ...allowed].join('|')})/` },
		})),
		{
			name: 'every room has its rule',
			severity: 'error',
			from: { path: '^nodes/[a-z]', pathNot: `^nodes/(${Object.keys(ROOMS).join('|')})/` },
			to: {},
		},
	],
	options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' } },
};
