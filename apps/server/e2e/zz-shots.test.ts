import { test } from 'vitest'
import { openSignInStand } from './support/sign-in-stand.ts'
const OUT = '/tmp/w/pages-tmp/shots2'
test('shots', async () => {
  const stand = await openSignInStand('/usr/bin/chromium')
  try {
    const { url: link } = await stand.ask<{url:string}>('POST','/v1/team/invitations',{role:'member',email:'ana@example.com'})
    await stand.ask('POST','/v1/team/service-accounts',{name:'Nightly build'})
    const visitor = await stand.newPage()
    for (const [name, at] of [['sign-in', `${stand.url}/sign-in`],['join', link]] as const) {
      await visitor.page.goto(at); await visitor.page.waitForTimeout(1500)
      await visitor.page.screenshot({ path: `${OUT}/${name}.png`, fullPage: true })
    }
    const { page, context } = await stand.signedIn()
    const device = await (await fetch(`${stand.url}/v1/device/code`, {method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({machine:{fingerprint:'abcdefghij',name:'laptop',platform:'linux x64',agent_version:'0.1.0'}})})).json() as {verification_uri_complete:string}
    const pages = [['you','/settings'],['keys','/settings/keys'],['team','/settings/team'],['invitations','/settings/invitations'],['projects','/settings/projects'],['providers','/settings/sign-in'],['device',new URL(device.verification_uri_complete).pathname+new URL(device.verification_uri_complete).search],['home','/']] as const
    for (const scheme of ['light','dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const width of [1200, 380]) {
        await page.setViewportSize({ width, height: 900 })
        for (const [name, path] of pages) {
          if (scheme === 'dark' && width === 380) continue
          await page.goto(stand.url + path); await page.waitForTimeout(1200)
          if (name === 'invitations' && scheme === 'light') { await page.getByRole('button',{name:'Invite',exact:true}).click(); await page.waitForTimeout(600) }
          if (name === 'keys' && scheme === 'light') { await page.getByLabel('What it is for').fill('My script'); await page.getByRole('button',{name:'Make a key'}).click(); await page.waitForTimeout(600) }
          await page.screenshot({ path: `${OUT}/${name}-${scheme}-${width}.png`, fullPage: true })
        }
      }
    }
    await context.close()
  } finally { await stand[Symbol.asyncDispose]() }
}, 400_000)
