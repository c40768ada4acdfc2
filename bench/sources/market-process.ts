/** The fake marketplace in a process of its own, so that it takes no time from its callers; sends its address to its parent. */
import { startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'

const works = Number(process.argv[2])
const market = await startMarketplace({ works })
const ids = [...market.works.all()].map(({ id }) => id)
// Drawing a picture costs a hundred times as much as a record: covers are measured on a few.
for (const [i, id] of ids.entries()) if (i % 100 > 0) market.change(id, { image: 'missing' })
process.send?.({ url: market.url, ids })
