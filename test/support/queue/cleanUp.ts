/** What has been started, undone in reverse order; each step is tried even if another one fails. */
export class CleanUp {
	private readonly steps: Array<() => Promise<unknown>> = [];

	add(step: () => Promise<unknown>): void {
		this.steps.push(step);
	}

	/** @throws AggregateError of everything that went wrong, after all steps were tried */
	async run(): Promise<void> {
		const failures: unknown[] = [];
		for (const step of this.steps.splice(0).reverse()) {
			await step().catch((failure: unknown) => failures.push(failure));
		}
		if (failures.length > 0) throw new AggregateError(failures, 'Could not clean up');
	}
}
