/** Writes in bulk to the SQLite file of a folder without pauses, until killed: `node bulk-process.ts FOLDER`. */

import { writeInTurn } from '../changes.ts'
import { openDatabase } from '../open.ts'
import { yieldToWaitingWriter } from '../waiting-writer.ts'

/** Takes about 10 ms. */
const rowsPerTransaction = 100

const database = await openDatabase({ folder: process.argv[2] ?? '' })
for (let at = 0; ; at++) {
  await yieldToWaitingWriter(database.location)
  await writeInTurn(database.write, async (tx) => {
    for (let row = 0; row < rowsPerTransaction; row++) {
      await tx
        .insertInto('setting')
        .values({ name: `bulk ${at} ${row}`, value: '' })
        .execute()
    }
  })
}
