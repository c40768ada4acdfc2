/** Returns whether metrics are served anywhere. Otherwise they are not collected. */
import type { Config } from '../config.ts'

export const hasMetrics = ({ metricsToken, metricsPort }: Config): boolean =>
  metricsToken !== undefined || metricsPort !== undefined
