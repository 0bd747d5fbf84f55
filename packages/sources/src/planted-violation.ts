import '@teamlore/core'
import 'node:http'
