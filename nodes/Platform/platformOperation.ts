import type { INodeProperties } from 'n8n-workflow';

import { withStartTextIn } from '../booking/slots';
import { locationField } from '../fields/accountFields';
import { languageField } from '../fields/language';
import { type Fields, OPTIONS, optionsField } from '../fields/parameters';
import { timeZoneField, usableZone } from '../fields/when';
import { type Call, onRecords, type Operation, type OperationResult } from '../items/operation';
import type { PlatformClient } from '../platformApi/client';
import { accountKeyOf } from '../platformApi/credential';
import type { Right } from '../platformApi/dialect';
import type { Endpoint } from '../platformApi/endpoint';
import { locationZone } from '../platformApi/locations';
import { describedFor, refuseFieldsOfOtherForms } from './forms';
import { type Output, outputFields, outputOf, simplifyField } from './simplify';

export interface PlatformOperation extends Operation<PlatformClient> {
	/** Where a row made it. */
	endpoint?: Pick<Endpoint, 'method' | 'path'>;
}

/** A resource of this node. */
export interface PlatformResource {
	/** Its label. */
	name: string;
	/** By their names in workflows. */
	operations: Record<string, PlatformOperation>;
}

/** The fields of an item, and the platform at the location that they name: all that an operation or a page is read with. */
export interface Located extends Fields, Output {
	/** For the location of the item. */
	client: PlatformClient;
	/** Tells accounts apart in memory. */
	account: string;
	/** The zone of times without an offset: where none is chosen, that of the location: there "10:00" is what its clocks show. */
	zone: string;
	/** The ID of the location. @throws NodeOperationError where none is known */
	locationId: () => Promise<string>;
}

/**
 * @param isZoned true where there is a 'Time Zone'; without one, the platform is not asked for it
 * @throws NodeOperationError for a location that the credential cannot be used for, and a zone that cannot be used
 */
export async function located(
	fields: Fields,
	client: PlatformClient,
	isZoned = true,
): Promise<Located> {
	const location = fields.read(locationField, OPTIONS);
	const here = await client.at(location);
	const chosen = isZoned ? fields.read(timeZoneField, OPTIONS) : 'UTC';
	return {
		...fields,
		...outputOf(fields),
		client: here,
		account: accountKeyOf(await here.account.credential()),
		zone: usableZone(fields, chosen ?? (await locationZone(here))),
		locationId: async () => await here.locationFor(location),
	};
}

/** One item's call of an operation. */
export interface PlatformCall extends Omit<Call<PlatformClient>, keyof Located>, Located {}

/** An operation that works for the location in its 'Options', else for the credential's. */
export interface Definition extends Omit<PlatformOperation, 'execute'> {
	/** Entries of 'Options' beside 'Location'. */
	options?: INodeProperties[];
	/** Where only one form of the API has requests for it, the description says so, and another account is refused. */
	right?: Right;
	/** All that it needs, so that a person adds the scopes at once. */
	rights?: readonly Right[];
	execute: (call: PlatformCall) => Promise<OperationResult>;
}

export function operation({
	options = [],
	right,
	rights = [],
	execute,
	...definition
}: Definition): PlatformOperation {
	const entries = options.flatMap((field) => (field === simplifyField ? outputFields : [field]));
	const isZoned = options.some(({ name }) => name === timeZoneField.name);
	const hasLanguage = options.includes(languageField);
	const properties = [...definition.properties, optionsField(...entries, locationField)];
	return {
		...definition,
		description: describedFor(right, definition.description),
		properties,
		async execute(call) {
			call.client.rights = rights;
			if (right) await call.client.requires(right);
			await refuseFieldsOfOtherForms(call, properties);
			const here = await located(call, call.client, isZoned);
			const language = hasLanguage ? here.read(languageField, OPTIONS) : undefined;
			return onRecords(await execute({ ...call, ...here }), (record) =>
				here.select(language ? withStartTextIn(language, record) : record),
			);
		},
	};
}
