/** Runs before every file of tests: no property is made smaller for minutes once it failed, unless that is requested. */
import fc from 'fast-check'
import { endOnFailure } from './tries.ts'

fc.configureGlobal({ endOnFailure })
