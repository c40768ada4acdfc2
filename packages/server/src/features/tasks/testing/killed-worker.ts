/** Runs tasks over SQLite in a separate process until it is killed: `node killed-worker.ts FOLDER COUNT`. */
import { openDatabase } from '../../../db/open.ts'
import { createLog } from '../../../lib/log.ts'
import { createTasks } from '../tasks.ts'
import { createCountingKind } from './counting-kind.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const database = await openDatabase({ folder }, { hasWriterThread: true })
const kind = createCountingKind(() => ({ count: Number(count), pauseMs: 2 }))
const tasks = createTasks({
  db: database.read,
  write: database.write,
  now: () => new Date(),
  log: createLog('error'),
  kinds: {
    sync_works: kind,
    refresh_works: kind,
    clean_works: kind,
    measure_sounds: kind,
    make_backup: kind,
    move_in: kind,
  },
  leaseMs: 200,
})
tasks.start()
