import { headerFault } from '../../../nodes/http/header';

const faultOf = (name: string, value: string) => headerFault(name, value, 'Name', 'Value');

it.each([
	'Connection',
	'Content-Encoding',
	'Content-Length',
	'Content-Type',
	'Expect',
	'Host',
	'Keep-Alive',
	'Proxy-Authorization',
	'TE',
	'Trailer',
	'Transfer-Encoding',
	'Upgrade',
])('the header %s is of the connection, so no credential sets it', (name) => {
	expect(faultOf(name, 'x')).toBe(`'Name' cannot be ${name}: n8n sets this header itself.`);
});

it.each([
	['X-API-Key', 'kb live\tkey'],
	['Authorization', 'Bearer über'],
])('the header %s can be sent with %j', (name, value) => {
	expect(faultOf(name, value)).toBeUndefined();
});

it.each(['X-Key:', 'X Key', 'X\nKey', ''])('%j is no name of a header', (name) => {
	expect(faultOf(name, 'x')).toContain("'Name' cannot be sent.");
});

it.each(['a\nb', 'a\rb', '\u0000', 'ключ'])('%j is no value of a header', (value) => {
	expect(faultOf('X-Key', value)).toContain("'Value' cannot be sent.");
});
