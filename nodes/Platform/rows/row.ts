import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Field, FieldOf, Refuse, ZonedField } from '../../fields/parameters';
import type { PlatformClient } from '../../platformApi/client';
import type { Right } from '../../platformApi/dialect';
import type { Endpoint } from '../../platformApi/endpoint';
import type { Listing } from '../../platformApi/readPages';
import type { CustomFieldList } from '../customFields';
import type { PlatformCall } from '../platformOperation';

/** A field with the kind of its value; that of a time is added when it is read, since it depends on 'Time Zone'. */
export type RowField = INodeProperties & Partial<FieldOf<unknown> & ZonedField<unknown>>;

/** How the ledger knows a write again. */
export interface OnceOnly {
	/** What the result says of itself where a language model repeats its call. */
	repeatedAs: 'alreadyCreated' | 'alreadySent';
	/** The contact's list in which the record is looked for after a lost response. */
	lookIn?: Endpoint;
	/** The fields by which it is known again there. */
	knownBy?: string[];
	/** Looks for it elsewhere. Without this and a list, the outcome stays unknown. */
	findRecord?: (values: IDataObject, call: PlatformCall) => Promise<IDataObject | undefined>;
}

/** A record that was there before, and took the place of the one to create. */
export interface ExistingRecord {
	record: IDataObject;
	/** True where what was sent has been written into it. */
	isUpdated: boolean;
}

/** What a look before a write has found. */
export interface BeforeWrite {
	/** A record to put out as it is, in place of writing. */
	kept?: IDataObject;
	/** What is to be sent. */
	values: IDataObject;
}

/** What all rows may say. */
interface AnyRow extends Endpoint {
	/** Its name in the list 'Operation'. */
	name: string;
	/** Its name in n8n's list of actions, where that is not the name with that of the resource. */
	action?: string;
	/** Where one form of the API alone has the right, the description is made to say so. */
	description: string;
	/** Tells language models that build workflows when to use it. */
	hint: string;

	/** Each is sent under its name. */
	fields: RowField[];
	/** Optional ones, in 'Fields'; in 'Filters' where it reads. */
	more?: RowField[];
	/** Optional ones below 'Fields'. */
	below?: RowField[];
	/** Optional ones, in 'Options'. */
	options?: RowField[];
	/** Entries of 'Options' that the row's functions read; they are not sent. */
	settings?: RowField[];

	/** True for a POST that changes nothing, such as a search. A GET changes nothing in any case. */
	isRead?: boolean;
	/** True where it only changes what is filled in: at least one optional field must be. */
	updates?: boolean;
	/** True where the record is gone afterwards. */
	deletes?: boolean;
	/** True where `{}` is sent while no field is filled in. */
	sendsEmptyBody?: boolean;
	/** Where neither a retry nor a language model that repeats its call may write it again. */
	once?: OnceOnly;

	/** The record that a response holds: a `task` stands under `task`, and its ID is put out as `taskId`. */
	record?: string;
	/** True where records keep their `id`, as those that the contract has. */
	keepsId?: boolean;
	/** The fields that 'Simplify' keeps first, where there is one. */
	first?: string[];
	/** Lists that a simplified record has in any case, empty where the platform sends none. */
	lists?: string[];

	/** Words of the platform that can stand in place of a record of a list, such as `unassigned`. */
	otherChoices?: string[];

	/** Makes what is sent of the values of the fields. @throws what `refuse` makes */
	shape?: (values: IDataObject, refuse: Refuse) => IDataObject;
	/** Looks on the platform for what would make the call useless. @throws what `refuse` makes */
	check?: (values: IDataObject, call: PlatformCall) => Promise<void> | void;
	/** Looks for a record that exists before it writes. @throws what `refuse` makes */
	lookFirst?: (values: IDataObject, call: PlatformCall) => Promise<BeforeWrite>;
	/**
	 * Finds the record for which the platform refused to create a second one; undefined where the refusal stands. With it,
	 * the output says whether the record was created.
	 */
	existing?: (
		refusal: unknown,
		values: IDataObject,
		call: PlatformCall,
	) => Promise<ExistingRecord | undefined>;
	/**
	 * What a language model may see of a record that existed, since it may be somebody else's. What differs is then named
	 * without the values.
	 */
	shownToModel?: (record: IDataObject, values: IDataObject) => IDataObject;
	/** Whose custom fields the record has: they can be written by key or label, and are put out by key, too. */
	customFields?: CustomFieldList;
	/** Adds to the records of a list what other lists say of them. */
	complete?: (
		records: IDataObject[],
		call: PlatformCall,
		locationId: string,
	) => Promise<IDataObject[]>;
	/** What the record should then have, where that is not what was sent. */
	expects?: (values: IDataObject, record: IDataObject) => IDataObject;
	/** The labels of what `expects` names otherwise than the fields do, by these names. */
	expectedLabels?: Record<string, string>;
}

/** A row that puts out the records of a list. */
export interface ListRow extends AnyRow {
	list: string | string[];
	/** Says that the list is empty, as a sentence. */
	nothing: string;
	/** Reads the list in its own way. */
	load?: (
		client: PlatformClient,
		row: Endpoint,
		values: IDataObject,
		max: number | undefined,
		call: PlatformCall,
	) => Promise<Listing>;
}

/** A row that puts out one record. What only a list has is refused by the compiler. */
export interface RecordRow extends AnyRow {
	list?: undefined;
	nothing?: undefined;
	load?: undefined;
}

/** An operation as data. */
export type Row = ListRow | RecordRow;

/** What the rows of a resource have in common. */
export interface ResourceDefaults
	extends Pick<AnyRow, 'customFields' | 'first' | 'keepsId' | 'lists'> {
	toRead?: Right;
	toWrite?: Right;
}

/** A row with what its resource adds. */
export type ResourceRow = Row & {
	record: string;
	isRead: boolean;
};

/** One item's way through a row. */
export interface RowRun {
	row: ResourceRow;
	call: PlatformCall;
	/** The values of the fields, without empty ones, as they are sent. */
	values: IDataObject;
	/** The location that is read or written; undefined where nobody needs it and the credential does not know it. */
	locationId?: string;
}

/** The collection of the optional fields of a write. */
export const FIELDS: Field = { displayName: 'Fields', name: 'fields' };

/** The name under which the ID of a row's record is taken and put out. */
export const idNameOf = ({ record }: ResourceRow): string => `${record}Id`;

/** All fields whose values are sent. */
export const fieldsIn = ({ fields, more, below, options }: Row): RowField[] =>
	[fields, more, below, options].flatMap((each) => each ?? []);

/** What is sent, with the ID of the location where the endpoint takes one. */
export const valuesToSend = ({ row, values, locationId }: RowRun): IDataObject =>
	row.locationIn ? { ...values, locationId } : values;
