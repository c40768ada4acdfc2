/** Runs the fake: `node packages/fakes/src/marketplace/main.ts --works 2000 --port 4280`. */
import { parseArgs } from 'node:util'
import { startMarketplace } from './start-marketplace.ts'
import { todayInJapan } from './world/market-work.ts'

const { values } = parseArgs({
  options: {
    works: { type: 'string', default: '2000' },
    port: { type: 'string', default: '4280' },
    seed: { type: 'string', default: '1' },
    /** `YYYY-MM-DD`; by default today's date in Japan. */
    today: { type: 'string', default: todayInJapan() },
    /** Further requests within a second get 429. */
    'per-second': { type: 'string' },
  },
})

const perSecond = values['per-second']
const market = await startMarketplace({
  works: Number(values.works),
  port: Number(values.port),
  seed: Number(values.seed),
  today: values.today,
  faults: perSecond === undefined ? {} : { limit: { perSecond: Number(perSecond), retryAfter: 2 } },
})
const { id } = market.works.example('plain')
console.log(`${values.works} works on ${market.url}, today is ${market.works.today()}`)
console.log(`${market.url}/home/api/=/product.json?workno=${id}&locale=ja_JP`)
