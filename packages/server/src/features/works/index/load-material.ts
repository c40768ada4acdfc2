/** Everything a generation is built from, read at one moment. */

import type { Material } from '@koedana/catalogue/build/generation.ts'
import type { Arena } from '@koedana/catalogue/memory/arena.ts'
import type { Growth } from '@koedana/catalogue/model/growth.ts'
import { loadGrowth } from '../../stats/growth.store.ts'
import { growthIn } from './growth.rules.ts'
import { loadColumns, type Source } from './load-columns.store.ts'
import { loadNames } from './load-names.store.ts'

/** `today` in days since 1970. */
export async function loadMaterial(source: Source, arena: Arena, today: number): Promise<Material> {
  const { db } = source
  const growths = new Map<number, Growth>()
  for await (const page of loadGrowth(db, today)) for (const one of page) growths.set(one.key, growthIn(one))
  return {
    ...(await loadColumns(source, arena)),
    growths,
    names: {
      makers: await loadNames(db, 'makers'),
      series: await loadNames(db, 'series'),
      artists: await loadNames(db, 'artists'),
      illustrators: await loadNames(db, 'illustrators'),
      genres: await loadNames(db, 'genres'),
    },
  }
}
