import { addRecord, removeRecord, stored, type Body } from './stored';
import { ofLocation, type Call, type OperationHandlers } from '../http/call';
import { ok, Refusal } from '../responses';
import type { Seed } from '../seed';

type User = Seed['users'][number];

function asUser({ id, name, locationIds }: User) {
	const [firstName, ...others] = name.split(' ');
	return {
		id,
		name,
		firstName,
		lastName: others.join(' '),
		email: `${id}@example.com`,
		roles: { type: 'account', role: 'user', locationIds },
	};
}

const usersOf = ({ state, access: { locationId = '' } }: Call) =>
	state.seed.users.filter((one) => one.locationIds.includes(locationId));

/** `Patient since` becomes `contact.patient_since`. */
const keyOf = (model: string, name: string) =>
	`${model}.${name
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.join('_')}`;

const ownCustomField = (call: Call) => stored(call, 'customFields', call.params.id);

/** What a location has: the operations of these names in sandbox/highLevel.yaml. */
export const highLevelLocations: OperationHandlers = {
	'get-location'({ state, params }) {
		const location = state.seed.locations.find(({ id }) => id === params.locationId);
		if (!location) throw new Refusal(400, `Location with id ${params.locationId} not found`);
		const { id, name, timeZone: timezone } = location;
		const settings = {
			allowDuplicateContact: state.profile.duplicates === 'allowed',
			allowDuplicateOpportunity: state.profile.opportunities === 'several',
		};
		const country = timezone.startsWith('America/') ? 'US' : 'DE';
		const email = `${id}@example.com`;
		const { companyId } = state.seed;
		return ok({ location: { id, companyId, name, timezone, country, email, settings } });
	},

	'get-custom-fields'(call) {
		const { model = 'contact' } = call.query;
		const fields = ofLocation(call, call.state.followUp.customFields);
		return ok({ customFields: fields.filter((one) => model === 'all' || one.model === model) });
	},
	'create-custom-field'(call) {
		const { options, model = 'contact', ...body } = call.body as Body;
		const fieldKey = keyOf(String(model), String(body.name));
		if (ofLocation(call, call.state.followUp.customFields).some((one) => one.fieldKey === fieldKey))
			throw new Refusal(400, `Custom field with the key ${fieldKey} already exists`);
		const fields = { ...body, model, fieldKey, picklistOptions: options };
		return ok({ customField: addRecord(call, 'customFields', fields) }, 201);
	},
	'get-custom-field': (call) => ok({ customField: ownCustomField(call) }),
	'delete-custom-field': (call) => removeRecord(call, 'customFields', ownCustomField(call)),

	'get-workflow': (call) => ok({ workflows: ofLocation(call, call.state.seed.workflows) }),
	'get-location-tags': (call) => ok({ tags: ofLocation(call, call.state.seed.tags) }),

	'get-user-by-location': (call) => ok({ users: usersOf(call).map(asUser) }),
	/** @throws Refusal for another agency */
	'search-users'(call) {
		const { companyId, query = '', skip, limit } = call.query;
		if (companyId !== call.state.seed.companyId)
			throw new Refusal(403, 'The token does not have access to this company.');
		const { type, role, ids, sortDirection } = call.query;
		const words = String(query).toLowerCase();
		const found = usersOf(call)
			.map(asUser)
			.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(words))
			.filter(({ roles }) => [undefined, roles.type].includes(type as string))
			.filter(({ roles }) => [undefined, roles.role].includes(role as string))
			.filter(({ id }) => ids === undefined || String(ids).split(',').includes(id));
		if (sortDirection === 'desc') found.reverse();
		const users = found.slice(Number(skip), Number(skip) + Number(limit));
		return ok({ users, count: found.length });
	},
	'get-user'(call) {
		const user = usersOf(call).find(({ id }) => id === call.params.userId);
		if (!user) throw new Refusal(401, 'The user does not exist.');
		return ok(asUser(user));
	},

	'get-forms-submissions': () => ok({ submissions: [], meta: { total: 0, currentPage: 1 } }),
};
