/** How a name looks: names that are drawn alike have one skeleton (UTS 39), whatever letters they are made of. */
import { confusables } from './confusables.rules.ts'

/** Of lower case, since `I` and `l` look alike and `i` and `l` do not. */
export const skeletonOf = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFD')]
    .map((sign) => prototypes.get(sign) ?? sign)
    .join('')

const prototypes: ReadonlyMap<string, string> = new Map(
  confusables.split(';').flatMap((entry) => {
    const [prototype = '', sources = ''] = entry.split(' ')
    return [...sources].map((source): [string, string] => [source, prototype])
  }),
)
