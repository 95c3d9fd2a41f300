import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * The address of an API as a person has typed it, without a slash at its end, so that a path can be
 * appended.
 *
 * @param label of the field
 * @param credential display name of its type
 * @throws NodeOperationError where it is no plain http or https address
 */
export function readAddress(node: INode, typed: unknown, label: string, credential: string): string {
	const refuse = (message: string, description: string) =>
		new NodeOperationError(node, `'${label}' of the ${credential} credential ${message}`, { description });
	const address = typeof typed === 'string' ? typed.trim().replace(/\/+$/, '') : '';
	if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) {
		throw refuse(
			'is not a web address',
			'Open the credential and enter the address of the API, beginning with https://',
		);
	}
	// The address itself stays out of the message: it may hold a password or a key.
	if (/[?#\\]|^https?:\/\/[^/]*@/i.test(address)) {
		throw refuse(
			'contains more than an address',
			`Remove any user name or password, and everything from '?' or '#' on, from '${label}'. A key has a field of its own.`,
		);
	}
	return address;
}
