/**
 * The forgeries straight against webhook() are quick enough to run with the engine tests at every
 * change. They belong to this suite's proof as well; `volume.test.ts` sends them over HTTP.
 */
import '../engine/trigger/forgeries.test';
