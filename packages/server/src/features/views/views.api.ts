/** GET, POST, PATCH and DELETE /views: a user's saved views. */
import type {
  createView as createViewEndpoint,
  deleteView as deleteViewEndpoint,
  listViews as listViewsEndpoint,
  orderViews as orderViewsEndpoint,
  restoreView as restoreViewEndpoint,
  seeView as seeViewEndpoint,
  updateView as updateViewEndpoint,
} from '@koedana/contract/views.ts'
import type { Handler } from '../../http/context.ts'
import {
  createView,
  deleteView,
  listViews,
  orderViews,
  restoreView,
  seeView,
  updateView,
  type ViewSources,
} from './views.use-cases.ts'

export function listViewsHandler(sources: ViewSources): Handler<typeof listViewsEndpoint> {
  return async (_, context) => ({ items: await listViews(sources, context) })
}

export function createViewHandler(sources: ViewSources): Handler<typeof createViewEndpoint> {
  return ({ body }, context) => createView(sources, body, context)
}

export function updateViewHandler(sources: ViewSources): Handler<typeof updateViewEndpoint> {
  return ({ params, body }, context) => updateView(sources, { ...params, ...body }, context)
}

export function orderViewsHandler(sources: ViewSources): Handler<typeof orderViewsEndpoint> {
  return async ({ body }, context) => ({ items: await orderViews(sources, body.ids, context) })
}

export function seeViewHandler(sources: ViewSources): Handler<typeof seeViewEndpoint> {
  return async ({ params }, context) => {
    await seeView(sources, params.id, context)
  }
}

export function deleteViewHandler(sources: ViewSources): Handler<typeof deleteViewEndpoint> {
  return async ({ params }, context) => {
    await deleteView(sources, params.id, context)
  }
}

export function restoreViewHandler(sources: ViewSources): Handler<typeof restoreViewEndpoint> {
  return ({ params }, context) => restoreView(sources, params.id, context)
}
