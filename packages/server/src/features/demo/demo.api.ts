/** /admin/demo: administrators add and remove demo works. */
import type { getDemo, loadDemo, removeDemo } from '@koedana/contract/demo.ts'
import type { Handler } from '../../http/context.ts'
import { type DemoSources, openDemo } from './demo.ts'

export function openDemoAdmin(sources: DemoSources) {
  const demo = openDemo(sources)
  const get: Handler<typeof getDemo> = () => demo.look()
  const load: Handler<typeof loadDemo> = async (_request, context) => {
    await demo.load(context)
    return demo.look()
  }
  const remove: Handler<typeof removeDemo> = async () => {
    await demo.remove()
    return demo.look()
  }
  return { get, load, remove }
}
