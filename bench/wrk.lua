-- The requests of operations.ts for wrk: the lines of a file one after the other, each a path to read
-- or a result to submit, in which TIME becomes a moment of its own. Arguments: the file, the headers'
-- file (where a name stands more than once, its values take turns), the file of the right answers, and
-- the number of this run. What came of them is printed as one line of JSON; an answer is wrong unless
-- it has the right status and is one of the right ones.
local lines, values, right, n, run, expected = {}, {}, {}, 0, 0, 200
wrong = 0

function setup(thread) checked = thread end

function init(args)
  for line in io.lines(args[1]) do lines[#lines + 1] = line end
  for line in io.lines(args[2]) do
    local name, value = line:match('^(%S+): (.*)$')
    values[name] = values[name] or {}
    table.insert(values[name], value)
  end
  for line in io.lines(args[3]) do right[line] = true end
  run = tonumber(args[4])
  if lines[1]:sub(1, 1) == '/' then
    for place, path in ipairs(lines) do lines[place] = wrk.format('GET', path, headers_of(place)) end
  else
    expected = 201
  end
end

function headers_of(turn)
  local headers = {}
  for name, list in pairs(values) do headers[name] = list[turn % #list + 1] end
  return headers
end

function request()
  n = n + 1
  local line = lines[n % #lines + 1]
  if expected == 200 then return line end
  local headers = headers_of(n)
  headers['idempotency-key'] = 'bench-' .. run .. '-' .. n
  -- A moment serves each pair of players once.
  local moment = 1735689600 + run * 1000 + math.floor(n / #lines)
  local body = line:gsub('TIME', os.date('!%Y-%m-%dT%H:%M:%SZ', moment))
  return wrk.format('POST', '/v1/matches', headers, body)
end

function response(status, _, body)
  if expected == 201 then
    body = body:gsub('"(%l+_?%l*)":"[^"]*"', { id = '"id":""', played_at = '"played_at":""', created_at = '"created_at":""' })
  end
  if status == expected and right[body] then return end
  wrong = wrong + 1
  if wrong == 1 then io.stderr:write('a wrong answer: ', status, ' ', body, '\n') end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"wrong":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.duration / 1e6,
    checked:get('wrong') + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
