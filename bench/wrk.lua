-- The requests of run.ts for wrk: the lines of a file one after the other, each a path to read or a
-- result to submit, in which TIME becomes a moment of its own. Arguments: the file, the headers'
-- file, and the number of this run. What came of them is printed as one line of JSON.
local lines, headers, n, run = {}, {}, 0, 0

function init(args)
  for line in io.lines(args[1]) do lines[#lines + 1] = line end
  for line in io.lines(args[2]) do
    local name, value = line:match('^(%S+): (.*)$')
    headers[name] = value
  end
  run = tonumber(args[3])
  if lines[1]:sub(1, 1) == '/' then
    for place, path in ipairs(lines) do lines[place] = wrk.format('GET', path, headers) end
  end
end

function request()
  n = n + 1
  local line = lines[n % #lines + 1]
  if line:sub(1, 1) ~= '{' then return line end
  local second = run * 100000 + n
  headers['idempotency-key'] = 'bench-' .. second
  local body = line:gsub('TIME', os.date('!%Y-%m-%dT%H:%M:%SZ', 1735689600 + second))
  return wrk.format('POST', '/v1/matches', headers, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"wrong":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.duration / 1e6,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
