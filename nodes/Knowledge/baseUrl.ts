import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * The credential's base URL without a slash at its end, so that a path can be appended.
 *
 * @throws NodeOperationError when it is no plain http or https address
 */
export function parseBaseUrl(this: IExecuteFunctions, baseUrl: unknown): string {
	const url = typeof baseUrl === 'string' ? parse(baseUrl.trim()) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw new NodeOperationError(this.getNode(), "'Base URL' of the credential is not a web address", {
			description: "Give 'Base URL' with its scheme, such as https://knowledge.example.com",
		});
	}
	// The value itself stays out of the message: it may hold a password or a key.
	if (url.username || url.password || url.search || url.hash) {
		throw new NodeOperationError(
			this.getNode(),
			"'Base URL' of the credential holds more than an address",
			{
				description:
					"Remove what follows '?' or '#' and any user name or password from 'Base URL'. A key belongs in 'Header Value'.",
			},
		);
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function parse(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}
