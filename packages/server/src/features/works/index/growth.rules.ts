/** Growth as the index has it. */
import { unknown } from '@koedana/catalogue/model/columns.ts'
import type { Growth } from '@koedana/catalogue/model/growth.ts'
import type { Growth as StoredGrowth } from '../../stats/stats.rules.ts'

export const growthIn = ({ daily, weekly, monthly, yearly }: StoredGrowth): Growth => ({
  daily: daily ?? unknown,
  weekly: weekly ?? unknown,
  monthly: monthly ?? unknown,
  yearly: yearly ?? unknown,
})
