# Reads and writes with graphql-client, and with graphlient, which makes queries of Ruby blocks.

require 'graphql/client'
require 'graphql/client/http'
require 'graphlient'
require 'json'

ARGUMENTS = JSON.parse(ARGV.fetch(0))
TOKENS = ARGUMENTS.fetch('tokens')

Http = GraphQL::Client::HTTP.new(ARGUMENTS.fetch('url')) do
  def headers(_context)
    { 'Authorization' => "Bearer #{TOKENS.fetch('admin')}" }
  end
end
Schema = GraphQL::Client.load_schema(Http)
Client = GraphQL::Client.new(schema: Schema, execute: Http)
# A document that the schema rejects raises here.
Documents = Client.parse(File.read(ARGUMENTS.fetch('documents')))

# All pages of a connection, two items each.
def read_sites
  titles = []
  requests = 0
  after = nil
  loop do
    variables = { organizationId: ARGUMENTS.fetch('organizationId'), after: after }
    sites = Client.query(Documents::OrganizationSites, variables: variables).data.organization.sites
    requests += 1
    titles.concat(sites.edges.map { |edge| edge.node.title })
    return { titles: titles, totalCount: sites.total_count, requests: requests } unless sites.page_info.has_next_page?

    after = sites.page_info.end_cursor
  end
end

# The comment is in a fragment, whose fields graphql-client hides from all but the fragment: this is the result as received.
def create_comment(change_request_id)
  input = { changeRequestId: change_request_id, body: { markdown: 'From Ruby' } }
  Client.query(Documents::CreateComment, variables: { input: input }).to_h.dig('data', 'createChangeRequestComment')
end

# The library gives the errors of fields where the fields are.
def field_error
  guest = Graphlient::Client.new(ARGUMENTS.fetch('url'), headers: { 'Authorization' => "Bearer #{TOKENS.fetch('guest')}" })
  response = guest.query { query { organizations(first: 1) { nodes { title; sites(first: 1) { nodes { title } } } } } }
  organization = response.data.organizations.nodes.first
  { title: organization.title, sites: organization.sites, message: organization.errors['sites'].first }
end

def unknown_field
  Client.parse('{ nothing }')
rescue GraphQL::Client::ValidationError => e
  e.message
end

organizations = Client.query(Documents::Organizations).data.organizations.nodes
puts JSON.generate(
  types: Schema.types.keys,
  organizations: organizations.map { |node| { id: node.id, title: node.title, emailDomains: node.email_domains.to_a } },
  sites: read_sites,
  comment: create_comment(ARGUMENTS.fetch('changeRequestId')).dig('comment', 'body', 'markdown'),
  userErrors: create_comment('x').fetch('userErrors'),
  fieldError: field_error,
  unknownField: unknown_field
)
