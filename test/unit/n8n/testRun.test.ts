import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { silenceResponse } from '../../../nodes/n8n/delivery';

/** As n8n answers an error: through Express, which sets headers first. */
type Answering = ServerResponse & { json: (body: unknown) => unknown; send: (body: unknown) => unknown };

function endedResponse(): Answering {
	const response = new ServerResponse(new IncomingMessage(new Socket())) as Answering;
	const answer = (body: unknown) => {
		response.setHeader('content-type', 'application/json');
		return response.end(JSON.stringify(body));
	};
	Object.assign(response, { json: answer, send: answer });
	response.writeHead(401).end();
	return response;
}

it('lets n8n answer once more, to no effect', () => {
	const response = endedResponse();
	silenceResponse(response);
	expect(response.json({ message: 'failed' })).toBe(response);
	expect(response.send('failed')).toBe(response);
	expect(response.statusCode).toBe(401);
});

it('is needed: on a response that has ended, that throws', () => {
	expect(() => endedResponse().json({ message: 'failed' })).toThrow('headers');
});
