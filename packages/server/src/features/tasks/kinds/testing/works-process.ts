/** Runs tasks in a separate process that a test kills: `node works-process.ts '{…}'`. */
import { openDatabase } from '../../../../db/open.ts'
import { openTasks } from './open-tasks.ts'
import { readWorksOrder } from './works-order.ts'

const { dataFolder, baseUrl, task, aheadMs } = readWorksOrder(process.argv[2])
const database = await openDatabase({ folder: dataFolder })
const now = () => new Date(Date.now() + aheadMs)
const tasks = openTasks({ database, dataFolder, baseUrl, now, leaseMs: 400 })
process.stdout.write('at work\n')
await tasks.ended(task)
await tasks.close()
await database.close()
