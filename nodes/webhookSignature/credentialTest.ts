import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { parsePublicKeys, PublicKeyFormatError } from './publicKeys';

/** The Platform Webhook API credential's test: nothing is sent, the keys are read. */
export function testPublicKeys(
	data: ICredentialDataDecryptedObject | undefined,
): INodeCredentialTestResult {
	try {
		const { length } = parsePublicKeys(String(data?.publicKeys ?? ''));
		const what = length === 1 ? 'one Ed25519 key' : `${length} Ed25519 keys`;
		return { status: 'OK', message: `Deliveries are verified with ${what}` };
	} catch (error) {
		const message =
			error instanceof PublicKeyFormatError ? error.message : "'Public Keys' could not be read";
		return { status: 'Error', message };
	}
}
