import fc from 'fast-check'
import { runs, seed } from './tier.js'

// Before each test file: makes properties follow the seed of the run.
fc.configureGlobal({ seed, numRuns: runs(100) })
