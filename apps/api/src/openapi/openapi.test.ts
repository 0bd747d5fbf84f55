import { validate } from '@scalar/openapi-parser'
import { ROUTES, rowsOf } from '@teamlore/shared'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edgeApp } from '../testing/edge-app.ts'

type Operation = {
  operationId?: string
  deprecated?: boolean
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: { name: string; in: string; description?: string; schema?: unknown }[]
  responses?: Record<string, { description?: string; content?: Record<string, unknown> }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

/** Served, but no operation of the REST API. */
/** MCP, SCIM and OAuth describe themselves by their own documents; browsers ask before they send, of any address. */
const NOT_DOCUMENTED =
  /^\/(mcp\/?|openapi\.json|docs.*|scim\/v2\/.*|v1\/hooks\/.*|oauth\/.*|(mcp\/)?\.well-known\/(oauth|openid)-.*)$|^\*$/

describe('the OpenAPI document', () => {
  let app: FastifyInstance
  let document: Document
  const routes: { method: string; url: string }[] = []

  beforeAll(async () => {
    app = edgeApp()
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: String(one), url })
    })
    await app.ready()
    document = (await app.inject('/openapi.json')).json()
  })
  afterAll(() => app.close())

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        path,
        operation,
      })),
    )

  test('is OpenAPI 3.1 for this server', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.title).toBe('Teamlore')
    expect(document.servers).toEqual([{ url: 'http://lore.test' }])
  })

  test('has every route that is served, and no other', () => {
    const served = routes
      .filter(({ url }) => !NOT_DOCUMENTED.test(url))
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    expect(served.length).toBeGreaterThan(25)
    expect(operations().map(({ name }) => name)).toEqual(expect.arrayContaining(served))
    expect(operations().length).toBe(served.length)
  })

  test('has every path the shared client knows', () => {
    const known = rowsOf(ROUTES).map(({ row }) => row.path.replace(/:(\w+)/g, '{$1}'))
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(known))
  })

  test('says of every operation what it is for and whom it needs', () => {
    const tags = document.tags.map(({ name }) => name)
    for (const { name, operation } of operations()) {
      expect(operation.summary, name).toMatch(/\w{2}/)
      expect(operation.description, name).toMatch(/\.$/)
      expect(operation.operationId, name).toMatch(/^[a-z][A-Za-z]+$/)
      expect(operation.security, name).toBeDefined()
      for (const tag of operation.tags ?? ['none']) expect(tags, name).toContain(tag)
    }
  })

  test('says of every operation how it can fail, in the one shape of errors', () => {
    for (const { name, operation } of operations()) {
      const responses = Object.entries(operation.responses ?? {})
      const statuses = responses.map(([status]) => status)
      if (operation.security?.length)
        expect(statuses, name).toEqual(expect.arrayContaining(['401', '403', '500']))
      for (const [status, response] of responses) {
        expect(response.description, `${name} ${status}`).not.toBe('Default Response')
        const isError = Number(status) >= 400
        expect(JSON.stringify(response).includes('schemas/Error"'), `${name} ${status}`).toBe(
          isError,
        )
      }
    }
  })

  test('marks as deprecated what goes with the next release, and nothing else', () => {
    const leaving = rowsOf(ROUTES)
      .filter(({ row }) => row.isDeprecated)
      .map(({ row }) => row.id)
    const marked = operations()
      .filter(({ operation }) => operation.deprecated)
      .map(({ operation }) => operation.operationId)
    expect(marked.sort()).toEqual(leaving.sort())
    expect(marked).toContain('toldStale')
  })

  test('gives every operation an id of its own', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('describes every parameter, and has one for each place in a path', () => {
    for (const { name, path, operation } of operations()) {
      for (const parameter of operation.parameters ?? [])
        expect(parameter.description ?? '', `${name} ${parameter.name}`).toMatch(/\.$/)
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place)
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(
        inPath.map((parameter) => parameter.name),
        name,
      ).toEqual(places)
    }
  })

  test('refers to nothing that is not there, and keeps nothing that is not referred to', () => {
    const refs = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
        ([, name]) => name,
      ),
    )
    expect([...refs].sort()).toEqual(Object.keys(document.components.schemas).sort())
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/)
    for (const { operation } of operations())
      for (const requirement of operation.security ?? [])
        for (const scheme of Object.keys(requirement))
          expect(Object.keys(document.components.securitySchemes)).toContain(scheme)
  })

  test('is valid by the published schema of OpenAPI', async () => {
    const { valid, errors } = await validate(document)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('says that a search may be stopped for taking too long', () => {
    for (const [path, method] of [
      ['/v1/search', 'get'],
      ['/v1/search', 'post'],
      ['/v1/context', 'get'],
      ['/v1/timeline', 'post'],
    ] as const)
      expect(Object.keys(document.paths[path]?.[method]?.responses ?? {}), path).toContain('503')
  })

  test('is shown by a page that names its own icon, so that no browser asks for one that is not there', async () => {
    const page = await app.inject('/docs/')
    expect(page.body).toContain('<link rel="icon" href="data:,"')
  })
})
