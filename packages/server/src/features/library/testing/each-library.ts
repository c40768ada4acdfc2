import { afterEach, beforeEach } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { createTestLibrary, type TestLibrary } from './library.ts'

/** Runs the tests on every database engine, each test with its own library. `given()` is the library of the current test. */
export function eachLibrary(body: (given: () => TestLibrary) => void): void {
  eachEngine((engine) => {
    let database: Database
    let library: TestLibrary

    beforeEach(async () => {
      database = await engine.open()
      library = createTestLibrary(database)
    })

    afterEach(async () => {
      library.remove()
      await database.close()
    })

    body(() => library)
  })
}
