import type { INodeProperties, NodeOperationError } from 'n8n-workflow';

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
import { withCountry } from '../platformApi/contactAddress';
import { locationCountry, locationZone } from '../platformApi/locations';
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
	/** Entries of 'Options' beside 'Location (Sub-Account)'. */
	options?: INodeProperties[];
	/** Where only one form of the API has requests for it, the description says so, and another account is refused. */
	right?: Right;
	/** All that it needs, so that a person adds the scopes at once. */
	rights?: readonly Right[];
	execute: (call: PlatformCall) => Promise<OperationResult>;
}

/**
 * Offers the number with the code of the location's country, where a phone number was refused for the lack of it.
 *
 * @throws the same error
 */
async function refuseWithCountry(client: PlatformClient, error: unknown): Promise<never> {
	const { context, description } = error as NodeOperationError;
	const numberAtHome = context?.numberAtHome;
	if (typeof numberAtHome === 'string') {
		delete context.numberAtHome;
		// The refusal stands without it.
		const country = await locationCountry(client).catch(() => '');
		const number = withCountry(numberAtHome, country);
		if (number !== undefined) {
			const offer = `In the location's country (${country}), it is ${number}.`;
			(error as NodeOperationError).description = `${description} ${offer}`;
			if (typeof context.forModel === 'string')
				context.forModel = `${context.forModel} ${offer} Ask the person whether that is the number.`;
		}
	}
	return await Promise.reject(error);
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
			const result = await execute({ ...call, ...here }).catch(
				async (error: unknown) => await refuseWithCountry(here.client, error),
			);
			return onRecords(result, (record) =>
				here.select(language ? withStartTextIn(language, record) : record),
			);
		},
	};
}
