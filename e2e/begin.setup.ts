/** Before all journeys. */
import { makeBeforeAll, makeDemo } from './begin.ts'
import { makePeopled } from './people.ts'

export default () => makeBeforeAll({ demo: makeDemo, people: makePeopled })
