/**
 * Who may import whom in nodes/ (dependency-cruiser). A folder with a capital is a node; the others are
 * rooms that nodes build on. Types count as imports.
 */
const ROOMS = {
	platformApi: ['booking', 'http', 'n8n', 'time', 'utils'],
	knowledgeApi: ['http', 'n8n', 'utils'],
	fields: ['booking', 'http', 'n8n', 'platformApi', 'time', 'utils'],
	items: ['n8n', 'utils'],
	booking: ['time', 'utils'],
	bookingPage: ['booking', 'time', 'utils'],
	webhookSignature: ['utils'],
	http: ['n8n', 'utils'],
	time: ['utils'],
	n8n: ['utils'],
	utils: [],
};

/** The rooms within a node, and which of the others each may import; files beside them are for all. */
const WITHIN = {
	Platform: {
		resources: ['contactPage', 'appointment'],
		contactPage: ['appointment'],
		appointment: [],
	},
	PlatformTrigger: {
		receive: ['deduplicate'],
		deduplicate: [],
	},
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
		...Object.entries(WITHIN).flatMap(([node, rooms]) => [
			...Object.entries(rooms).map(([room, allowed]) => ({
				name: `${node}/${room} imports only ${[...allowed, 'its own'].join(', ')}`,
				severity: 'error',
				from: { path: `^nodes/${node}/${room}/` },
				to: { path: `^nodes/${node}/[^/]+/`, pathNot: `^nodes/${node}/(${[room, ...allowed].join('|')})/` },
			})),
			{
				name: `every room within ${node} has its rule, and what stands beside them imports none`,
				severity: 'error',
				from: {
					path: `^nodes/${node}/`,
					pathNot: `^nodes/${node}/((${Object.keys(rooms).join('|')})/|${node}\\.node\\.ts)`,
				},
				to: { path: `^nodes/${node}/[^/]+/` },
			},
		]),
		{
			name: 'every room has its rule',
			severity: 'error',
			from: { path: '^nodes/[a-z]', pathNot: `^nodes/(${Object.keys(ROOMS).join('|')})/` },
			to: {},
		},
	],
	options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' } },
};
