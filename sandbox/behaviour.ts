/** Choices where the contract is silent, so that clients can be tested against each. */
export interface Behaviour {
	/** Answer to cancelling an appointment that is cancelled already; default 404 */
	cancelledAgainStatus: 200 | 404;
	/** Answer to a token without the scope; default 403 */
	missingScopeStatus: 401 | 403;
	/** Whether to book for a contact id that the location does not have; default refuse, with 404 */
	unknownContact: 'accept' | 'refuse';
	/** A header that interface A asks for; default none, since its authentication is not shown */
	knowledgeHeader?: { name: string; value: string };
}

export const DEFAULT_BEHAVIOUR: Readonly<Behaviour> = {
	cancelledAgainStatus: 404,
	missingScopeStatus: 403,
	unknownContact: 'refuse',
};
