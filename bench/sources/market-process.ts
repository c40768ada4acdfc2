/** The fake marketplace in its own process, so that it takes no CPU time from its callers; sends its address to its parent. */
import { startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'

const works = Number(process.argv[2])
const market = await startMarketplace({ works })
const ids = [...market.works.all()].map(({ id }) => id)
// Drawing a picture costs a hundred times as much as a record, so only every hundredth work has a cover.
for (const [i, id] of ids.entries()) if (i % 100 > 0) market.change(id, { image: 'missing' })
process.send?.({ url: market.url, ids })
