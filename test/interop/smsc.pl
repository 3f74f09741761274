# A message centre on Debian's libnet-smpp-perl: it throttles every fifth submit_sm, and tells of each message that it takes
# that it was delivered. Ids are hexadecimal in its answers and TLVs, and decimal in the texts of receipts; every second
# receipt has a text alone. It serves one client after the other.
use strict;
use warnings;
use Net::SMPP;

my $port = shift;
my $count = 0;
$| = 1;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => $port, smpp_version => 0x34) or die "listen $!";
print "listening\n";
while (my $client = $listener->accept) {
  $client->set_version(0x34) if $client->can('set_version');
  while (my $pdu = $client->read_pdu()) {
    my $command = $pdu->{cmd};
    if ($command == 0x09) {
      my $status = $pdu->{password} eq 'secret' ? 0 : 0x0e;
      $client->bind_transceiver_resp(system_id => 'perl', seq => $pdu->{seq}, status => $status);
    } elsif ($command == 0x15) {
      $client->enquire_link_resp(seq => $pdu->{seq});
    } elsif ($command == 0x04) {
      $count++;
      if ($count % 5 == 0) {
        print "throttled #$count\n";
        $client->submit_sm_resp(seq => $pdu->{seq}, status => 0x58, message_id => '');
        next;
      }
      my $id = sprintf('%X', 0xABC000 + $count);
      printf "submit #%d to=%s dc=%d esm=%d len=%d receipt=%d\n", $count, $pdu->{destination_addr}, $pdu->{data_coding},
        $pdu->{esm_class}, length $pdu->{short_message}, $pdu->{registered_delivery};
      $client->submit_sm_resp(seq => $pdu->{seq}, message_id => $id);
      my @tlvs = $count % 2 ? (receipted_message_id => "$id\0", message_state => "\x02") : ();
      $client->deliver_sm(
        source_addr => $pdu->{destination_addr},
        destination_addr => $pdu->{source_addr},
        esm_class => 4,
        async => 1,
        short_message => sprintf(
          'id:%d sub:001 dlvrd:001 submit date:2611212130 done date:2611212130 stat:DELIVRD err:000 text:', hex $id
        ),
        @tlvs
      );
    } elsif ($command == 0x80000005) {
      printf "answered %d\n", $pdu->{status};
    } elsif ($command == 0x06) {
      print "unbind\n";
      $client->unbind_resp(seq => $pdu->{seq});
      last;
    }
  }
}
