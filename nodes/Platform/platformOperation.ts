import type { INodeProperties } from 'n8n-workflow';

import { locationField } from '../fields/accountFields';
import { type Fields, OPTIONS, optionsField } from '../fields/parameters';
import { timeZoneField, usableZone } from '../fields/when';
import {
	type Call,
	onRecords,
	type Operation,
	type OperationResult,
	type Resources,
} from '../items/operation';
import type { PlatformClient } from '../platformApi/client';
import { accountKeyOf } from '../platformApi/credential';
import type { Right } from '../platformApi/dialect';
import { locationZone } from '../platformApi/locations';
import { outputFields, outputOf, simplifyField } from './simplify';

/** A resource of this node: its label, and its operations by their names in workflows. */
export type PlatformResource = Resources<PlatformClient>[string];

export type PlatformOperation = Operation<PlatformClient>;

/** The fields of an item, and the platform at the location that they name: all that an operation or a page is read with. */
export type Located = Awaited<ReturnType<typeof located>>;

/**
 * @param isZoned true where there is a 'Time Zone'; without one, the platform is not asked for it
 * @throws NodeOperationError for a location that the credential cannot be used for, and a zone that cannot be used
 */
export async function located(fields: Fields, client: PlatformClient, isZoned = true) {
	const location = fields.read(locationField, OPTIONS);
	const here = await client.at(location);
	const chosen = isZoned ? fields.read(timeZoneField, OPTIONS) : 'UTC';
	return {
		...fields,
		...outputOf(fields),
		client: here,
		/** Tells accounts apart in memory. */
		account: accountKeyOf(await here.account.credential()),
		/** The zone of times without an offset: where none is chosen, that of the location: there "10:00" is what its clocks show. */
		zone: usableZone(fields, chosen ?? (await locationZone(here))),
		/** The ID of the location. @throws NodeOperationError where none is known */
		locationId: async () => await here.locationFor(location),
	};
}

export type PlatformCall = Call<PlatformClient> & Located;

/** An operation that works for the location in its 'Options', else for the credential's. */
export interface Definition extends Omit<PlatformOperation, 'execute'> {
	/** Entries of 'Options' beside 'Location'. */
	options?: INodeProperties[];
	/** All that it needs, so that a person adds the scopes at once. */
	rights?: readonly Right[];
	execute: (call: PlatformCall) => Promise<OperationResult>;
}

export function operation({
	options = [],
	rights = [],
	execute,
	...definition
}: Definition): PlatformOperation {
	const entries = options.flatMap((field) => (field === simplifyField ? outputFields : [field]));
	const isZoned = options.some(({ name }) => name === timeZoneField.name);
	return {
		...definition,
		properties: [...definition.properties, optionsField(...entries, locationField)],
		async execute(call) {
			call.client.rights = rights;
			const here = await located(call, call.client, isZoned);
			return onRecords(await execute({ ...call, ...here }), here.select);
		},
	};
}
