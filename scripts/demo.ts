/**
 * `npm run demo`: runs Koedana with a library of invented works. It needs no configuration and no network, and uses its own data folder.
 */
import { resolve } from 'node:path'
import { runCommand } from '@koedana/server/cli.ts'
import { readConfig } from '@koedana/server/config.ts'
import { setUpProcess } from '@koedana/server/process-settings.ts'
import { startDemoMarketplace } from './demo-marketplace.ts'
import { prepareDemo } from './prepare-demo.ts'

const environment = { ...process.env, DATA_DIR: resolve(process.env.DATA_DIR ?? 'demo-data') }

setUpProcess('serve')
console.log('Preparing the demo library …')
await prepareDemo(environment)
const market = await startDemoMarketplace(readConfig(environment))
process.exitCode = await runCommand(['serve'], environment)
await market.close()
