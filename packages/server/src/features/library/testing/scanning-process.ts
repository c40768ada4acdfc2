/** Scans in a separate process that tests can kill: `node scanning-process.ts DATABASE ROOT COVERS`. Prints each folder. */
import * as v from 'valibot'
import { openDatabase } from '../../../db/open.ts'
import { scanStorage } from '../scan/scan-storage.ts'

const Location = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ folder: v.string(), url: v.exactOptional(v.string()) }),
)
const [location, root = '', coversFolder = ''] = process.argv.slice(2)
await scanStorage({
  database: await openDatabase(v.parse(Location, location)),
  root,
  unknownAge: 'all',
  coversFolder,
  now: () => new Date(),
  report: () => {},
  onWork: (folder) => console.log(folder),
})
