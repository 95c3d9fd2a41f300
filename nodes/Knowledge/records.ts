import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readList, readObject } from '../shared/read';
import type { RunScope } from '../shared/router';
import { unreadable, type LookUpTarget } from './lookUpErrors';
import { lookUp } from './transport';

/**
 * Looks up a list. Contract: an object with one property, `results`; an array under another property
 * and a bare array are read as well.
 *
 * @throws NodeApiError
 */
export async function lookUpList(
	this: IExecuteFunctions,
	run: RunScope,
	path: string,
	query: IDataObject,
): Promise<IDataObject[]> {
	const body = await lookUp.call(this, run, { path, query });
	try {
		return readList(body, 'results');
	} catch {
		throw unreadable(this.getNode(), 'a list');
	}
}

/**
 * Looks up one record by its slug. Contract: the bare record; one wrapped in a property is read as
 * well.
 *
 * @throws NodeApiError
 */
export async function lookUpRecord(
	this: IExecuteFunctions,
	run: RunScope,
	path: string,
	target: LookUpTarget,
): Promise<IDataObject> {
	const body = await lookUp.call(this, run, { path, target });
	try {
		return readObject(body);
	} catch {
		throw unreadable(this.getNode(), `a ${target.kind}`);
	}
}
