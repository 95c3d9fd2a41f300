/**
 * Who may import whom in nodes/ (dependency-cruiser). A folder with a capital is a node; the others are
 * rooms that nodes build on. Types count as imports.
 */
const ROOMS = {
	platformApi: ['booking', 'http', 'n8n', 'time', 'utils'],
	knowledgeApi: ['http', 'n8n', 'utils'],
	fields: ['booking', 'http', 'n8n', 'platformApi', 'time', 'utils'],
	items: ['fields', 'n8n', 'utils'],
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
		resources: ['rows', 'contactReply', 'appointment'],
		rows: ['appointment'],
		contactReply: ['appointment'],
		appointment: [],
	},
	PlatformTrigger: {
		receive: ['deduplicate'],
		deduplicate: [],
	},
};

/** @param pathNot what is let through all the same */
const rule = (name, from, to, pathNot) => ({
	name,
	severity: 'error',
	from: typeof from === 'string' ? { path: from } : from,
	to: { path: to, pathNot },
});

/** The imports that each room in a folder may have within that folder. */
const onlyWhatIsAllowed = (folder, rooms, to = `^${folder}/[^/]+/`) =>
	Object.entries(rooms).map(([room, allowed]) => {
		const own = `^${folder}/(${[room, ...allowed].join('|')})/`;
		return rule(
			`${folder}/${room} imports only ${[...allowed, 'its own'].join(', ')}`,
			`^${folder}/${room}/`,
			to,
			own,
		);
	});

const anyOf = (rooms) => Object.keys(rooms).join('|');

module.exports = {
	forbidden: [
		{ name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
		rule('no node imports another', '^nodes/([A-Z][^/]+)/', '^nodes/[A-Z]', '^nodes/$1/'),
		rule('nothing imports a node', '^(nodes/[a-z]|credentials/)', '^nodes/[A-Z]'),
		...onlyWhatIsAllowed('nodes', ROOMS, '^(nodes|credentials)/'),
		rule(
			'every room has its rule',
			{ path: '^nodes/[a-z]', pathNot: `^nodes/(${anyOf(ROOMS)})/` },
			'.',
		),
		...Object.entries(WITHIN).flatMap(([node, rooms]) => [
			...onlyWhatIsAllowed(`nodes/${node}`, rooms),
			rule(
				`every room within ${node} has its rule, and what stands beside them imports none`,
				{
					path: `^nodes/${node}/`,
					pathNot: `^nodes/${node}/((${anyOf(rooms)})/|${node}\\.node\\.ts)`,
				},
				`^nodes/${node}/[^/]+/`,
			),
		]),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
