/**
 * Hands a body to n8n as the platform does.
 * @param signature value of the header; without one there is no header
 * @returns the response's status and text
 */
export async function deliver(
	url: string,
	body: string,
	signature?: string,
): Promise<{ status: number; text: string }> {
	const signed: Record<string, string> =
		signature === undefined ? {} : { 'x-platform-signature': signature };
	const headers = { 'content-type': 'application/json', ...signed };
	const response = await fetch(url, { method: 'POST', headers, body });
	return { status: response.status, text: await response.text() };
}
