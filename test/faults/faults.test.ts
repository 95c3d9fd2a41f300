import { useFaultHarness } from '../support/faults/faultHarness';
import { crashes } from './crashes';
import { receiving } from './receiving';

// With n8n's quicker engine for expressions, more meets at once, and n8n is killed in the middle of more starts.
const harness = useFaultHarness({ env: { N8N_EXPRESSION_ENGINE: 'legacy' } });

receiving(harness);
crashes(harness);
