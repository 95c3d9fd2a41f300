import type { INodeProperties, NodeOperationError } from 'n8n-workflow';

import { locationField } from '../fields/accountFields';
import { languageField, withStartTextIn } from '../fields/language';
import { type Fields, OPTIONS, optionsField } from '../fields/parameters';
import { timeZoneField, usableZone } from '../fields/timeZoneField';
import { type Call, onRecords, type Operation, type OperationResult } from '../items/operation';
import type { PlatformClient } from '../platformApi/client';
import { accountKeyOf } from '../platformApi/credential';
import type { Right } from '../platformApi/dialect';
import type { Endpoint } from '../platformApi/endpoint';
import { withCountry } from '../platformApi/contactAddress';
import { locationCountry, locationZone } from '../platformApi/locations';
import { descriptionFor, refuseFieldsOfOtherForms } from './apiForms';
import { type Output, outputFields, outputOf, simplifyField } from './simplify';

/** An operation of this node, as the router runs it. */
export interface PlatformOperation extends Operation<PlatformClient> {
	/** What it sends, where a row made it. */
	endpoint?: Pick<Endpoint, 'list' | 'method' | 'path' | 'right'>;
}

/** A resource of this node. */
export interface PlatformResource {
	/** Its label. */
	name: string;
	/** By their names in workflows. */
	operations: Record<string, PlatformOperation>;
}

/** The fields of an item, and the platform at the location that they name: what operations and pages work with. */
export interface LocatedFields extends Fields, Output {
	/** For the location of the item. */
	client: PlatformClient;
	/** Tells accounts apart in memory; holds no secret. */
	account: string;
	/** The IANA zone of times without an offset: 'Time Zone', else the location's own, else the workflow's. */
	zone: string;
	/** The ID of the location. @throws NodeOperationError where none is known */
	locationId: () => Promise<string>;
	/** True where the operation changes nothing, so that no refusal of it need say so. */
	isRead?: boolean;
}

/**
 * Adds the client of the item's location to its fields, and the zone of its times.
 *
 * @param hasTimeZone false for an operation without the field 'Time Zone': the platform is then not asked for the zone
 * @throws NodeOperationError for a location that the credential cannot be used for, and a zone that cannot be used
 */
export async function bindToLocation(
	fields: Fields,
	client: PlatformClient,
	hasTimeZone = true,
): Promise<LocatedFields> {
	const location = fields.read(locationField, OPTIONS);
	const localClient = await client.at(location);
	const chosenZone = hasTimeZone ? fields.read(timeZoneField, OPTIONS) : 'UTC';
	return {
		...fields,
		...outputOf(fields),
		client: localClient,
		account: accountKeyOf(await localClient.account.credential()),
		zone: usableZone(fields, chosenZone ?? (await locationZone(localClient))),
		locationId: async () => await localClient.locationFor(location),
	};
}

/** One item's call of an operation. */
export interface PlatformCall
	extends Omit<Call<PlatformClient>, keyof LocatedFields>,
		LocatedFields {}

/** An operation that works for the location in its 'Options', else for the credential's. */
export interface Definition extends Omit<PlatformOperation, 'execute'> {
	/** Entries of 'Options' beside 'Location (Sub-Account)'. */
	options?: INodeProperties[];
	/** What it needs at least. Where only one form of the API has it, the description says so, and another account is refused. */
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
		// The refusal stands without it.
		const country = await locationCountry(client).catch(() => '');
		const number = withCountry(numberAtHome, country);
		if (number !== undefined) {
			const offer = `In the location's country (${country}), it is ${number}.`;
			(error as NodeOperationError).description = `${description} ${offer}`;
			context.forModel = `${description} ${offer} Ask the person whether that is the number.`;
		}
	}
	return await Promise.reject(error);
}

/**
 * Makes an operation of its definition. It refuses an account whose form of the API lacks the operation or one of the
 * fields in use, works at the item's location, and shapes the records for output.
 */
export function operation(definition: Definition): PlatformOperation {
	const { options = [], right, rights = [], execute, ...texts } = definition;
	const entries = options.flatMap((field) => (field === simplifyField ? outputFields : [field]));
	const hasTimeZone = options.some(({ name }) => name === timeZoneField.name);
	const hasLanguage = options.includes(languageField);
	const properties = [...texts.properties, optionsField(...entries, locationField)];

	async function executeAtLocation(call: Call<PlatformClient>): Promise<OperationResult> {
		call.client.rights = rights;
		if (right) await call.client.requires(right);
		await refuseFieldsOfOtherForms(call, properties);
		const located = await bindToLocation(call, call.client, hasTimeZone);
		const language = hasLanguage ? located.read(languageField, OPTIONS) : undefined;
		const result = await execute({ ...call, ...located, isRead: texts.isRead }).catch(
			async (error: unknown) => await refuseWithCountry(located.client, error),
		);
		return onRecords(result, (record) =>
			located.selectFields(language ? withStartTextIn(language, record) : record),
		);
	}

	return {
		...texts,
		description: descriptionFor(right, texts.description),
		properties,
		execute: executeAtLocation,
	};
}
