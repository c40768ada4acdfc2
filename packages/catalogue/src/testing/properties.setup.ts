/** Runs before every test file. Failed properties are not shrunk, which can take minutes, unless requested. */
import fc from 'fast-check'
import { endOnFailure } from './property-runs.ts'

fc.configureGlobal({ endOnFailure })
